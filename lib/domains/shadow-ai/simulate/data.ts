import { z } from "zod";
import { accessKinds } from "@/lib/domains/shadow-ai/enums";
import json from "@/lib/domains/shadow-ai/simulate/data.json" with { type: "json" };
import type { ConfuserKind, Software, UseKind } from "@/lib/domains/shadow-ai/simulate/flow";
import { Random } from "@/lib/domains/shadow-ai/simulate/random";

/** A program known by its `User-Agent` header; its TLS fingerprints follow from the header alone. */
function program(userAgent: string): Software {
  const random = new Random(`tls/${userAgent}`);
  return { userAgent, ja3: random.hex(32), ja4: `t13d1516h2_${random.hex(12)}_${random.hex(12)}` };
}

type ProgramName = keyof typeof json.programs;
const programNames = Object.keys(json.programs) as [ProgramName, ...ProgramName[]];

/** Programs by name: libraries of model vendors, agents, editors, and programs that run without user action. */
export const programs = Object.fromEntries(
  programNames.map((name) => [name, program(json.programs[name])]),
) as Readonly<Record<ProgramName, Software>>;

const Program = z.enum(programNames).transform((name) => programs[name]);

/** How a service streams a response. */
const Style = z.strictObject({
  /** Of one server-sent event, which carries one or a few tokens. */
  messageBytes: z.number(),
  /** Events in a packet, if a content network or a slow reader gathers them. */
  perPacket: z.number(),
  perSecond: z.number(),
  /** Until the first token. */
  waitMs: z.number(),
});
export type Style = z.infer<typeof Style>;

type StyleName = keyof typeof json.styles;
const styleNames = Object.keys(json.styles) as [StyleName, ...StyleName[]];

const ModelApiRow = z
  .strictObject({
    host: z.string(),
    path: z.string(),
    program: Program,
    provider: z.string(),
    model: z.string(),
    style: z.enum(styleNames).transform((name): Style => json.styles[name]),
  })
  .transform(({ program: software, ...api }) => ({ ...api, software }));

/** A model API as a program calls it. */
export type ModelApi = z.output<typeof ModelApiRow> & { port?: number; address?: string; protocol?: "HTTP" };

const ChatSite = z.strictObject({
  host: z.string(),
  /** Path of a question. */
  path: z.string(),
  style: Style.default(json.styles.web),
  /** Further hosts of the site: static files and uploaded files. */
  assets: z.array(z.string()).default([]),
  uploads: z.string().nullable().default(null),
});
/** A website where people chat with a model. */
export type ChatSite = z.output<typeof ChatSite>;

const Assistant = z.strictObject({
  host: z.string(),
  path: z.string(),
  program: Program,
  /** Further names of the same service. */
  alsoHosts: z.array(z.string()).default([]),
});
export type Assistant = z.output<typeof Assistant>;

const confuserKind = z.enum(Object.keys(json.confuserKinds) as [ConfuserKind, ...ConfuserKind[]]);
const useKinds = Object.keys(json.useKinds) as [UseKind, ...UseKind[]];

/** Uses of hosts that are in no catalogue: they can only be found by their behaviour. */
export const unknownKinds: ReadonlySet<UseKind> = new Set(useKinds.filter((kind) => kind.startsWith("unknown_")));

/** A request that a machine repeats. Bytes are medians. */
const Routine = z.strictObject({
  everyMs: z.number(),
  host: z.string(),
  kind: confuserKind,
  program: Program,
  up: z.number(),
  down: z.number(),
  path: z.string(),
  method: z.string().default("POST"),
  /** TLS if omitted. */
  protocol: z.literal("HTTP").optional(),
});
export type Routine = z.output<typeof Routine>;

const texts = z.array(z.string());

/** The services, programs and departments of simulated companies, checked when they are loaded. */
export const data = z
  .strictObject({
    /**
     * Contractors and servers belong to no department, so their uses are identified by range. One network has only
     * IPv6.
     */
    departments: z.array(
      z.strictObject({
        name: z.string().nullable(),
        /** CIDR range, and the prefix of its addresses. */
        range: z.string(),
        prefix: z.string(),
        share: z.number(),
      }),
    ),
    familyNames: texts,
    /** Browsers of an office, by user agent. */
    browsers: z.array(z.string().transform(program)),
    programs: z.record(z.string(), z.string()),
    /** Libraries for any HTTP requests. */
    httpLibraries: z.array(Program),
    sites: texts,
    thirdParties: texts,
    /** Hosts that are in catalogues because they also offer AI. Reading their pages is not a use of AI. */
    mixedUseSites: texts,
    /** Applications with the median bytes of a request and a response. */
    saas: z.array(z.strictObject({ host: z.string(), up: z.number(), down: z.number() })),
    routines: z.strictObject({
      laptop: z.array(Routine),
      services: z.array(Routine),
      monitoring: z.array(Routine),
    }),
    /** Known APIs: OpenAI's chunks repeat id and model in each event, Anthropic's are short. */
    styles: z.record(z.enum(styleNames), Style),
    /** APIs in catalogues. */
    modelApis: z.array(ModelApiRow),
    cloudApis: z.array(ModelApiRow),
    aggregatorApi: ModelApiRow,
    agentApi: ModelApiRow,
    /** Sites in catalogues, and sites that companies often block. */
    chatSites: z.array(ChatSite),
    forbiddenSites: z.array(ChatSite),
    assistants: z.array(Assistant),
    /** The uses of AI, with their titles in reports and the access kind that decides how much traffic opens a detection. */
    useKinds: z.record(z.enum(useKinds), z.strictObject({ access: z.enum(accessKinds), title: z.string() })),
    /** Titles of ordinary traffic, including traffic that resembles AI. */
    confuserKinds: z.record(confuserKind, z.string()),
  })
  .parse(json);
