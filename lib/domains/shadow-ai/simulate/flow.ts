/** A machine of the firm with whoever sits at it. */
export interface Client {
  /** Its full address: what logs hold and the service must not keep. */
  address: string;
  /** Login name; null for a server. */
  user: string | null;
  machine: string;
  /** Null where the firm's table of ranges names no department. */
  department: string | null;
  browser: Software;
}

/** A program that opens connections. */
export interface Software {
  /** Full `User-Agent` header. */
  userAgent: string;
  ja3: string;
  ja4: string;
}

export interface Server {
  host: string;
  address: string;
  port: number;
}

/** One request and its response, as a proxy that looks into TLS sees it. */
export interface Exchange {
  startMs: number;
  durationMs: number;
  method: string;
  /** With its query string, which must not leave a parser. */
  path: string;
  status: number;
  requestBytes: number;
  responseBytes: number;
  /** What an instrumented application tells of a call to a model. */
  model: ModelUse | null;
}

export interface ModelUse {
  provider: string;
  model: string;
  operation: "chat" | "embeddings";
  inputTokens: number;
  outputTokens: number;
}

/** `TLS` and `HTTP` go over TCP, `QUIC` over UDP; `TCP` and `UDP` say nothing of themselves. */
export type Protocol = "TLS" | "HTTP" | "QUIC" | "TCP" | "UDP";

/** One connection: the truth that every log format tells a part of. */
export interface Flow {
  /** Unix milliseconds. */
  startMs: number;
  durationMs: number;
  client: Client;
  clientPort: number;
  server: Server;
  protocol: Protocol;
  software: Software;
  /** Payload above TCP or UDP. */
  bytesOut: number;
  bytesIn: number;
  packetsOut: number;
  packetsIn: number;
  exchanges: readonly Exchange[];
  /** Refused by policy: by a proxy, or reset by a firewall. */
  blocked: boolean;
  /** Which use of AI it belongs to, by its place in the plan; null for everything else. */
  use: number | null;
  /** What made it. */
  kind: UseKind | ConfuserKind;
  /** Whether the application writes spans of its calls to models. */
  instrumented: boolean;
}

/** A question to the firm's resolver, asked by a machine that holds no fresh answer. */
export interface Lookup {
  atMs: number;
  client: Client;
  clientPort: number;
  queryId: number;
  host: string;
  type: "A" | "AAAA" | "HTTPS";
  /** Empty where the name has no record of the type. */
  answers: readonly string[];
  ttlSeconds: number;
  use: number | null;
}

export type NetworkEvent = { what: "flow"; flow: Flow } | { what: "lookup"; lookup: Lookup };

/** How AI is used in the simulated firm, each with a sentence for the report. */
export const useKinds = {
  sdk_script: "A script calls a model API with the vendor's library",
  chat_app: "People use a chat application in the browser",
  coding_assistant: "An editor uses a coding assistant",
  image_generation: "Images are generated in the browser or through an API",
  meeting_assistant: "A recorder uploads meeting audio",
  agent_loop: "An agent works autonomously, including at night",
  file_upload: "Files are uploaded to a chat application",
  fine_tuning: "Training files are uploaded and a model is fine-tuned",
  aggregator: "A tool calls many models through an aggregator",
  cloud_model: "A service calls a model at a cloud provider",
  self_hosted: "A model is self-hosted",
  blocked_attempts: "The proxy blocks an application, and people keep trying",
  unknown_api: "A program calls a model at an unknown host",
  unknown_chat: "People use an unknown chat application",
  casual_visit: "Single visit of an application",
} as const;
export type UseKind = keyof typeof useKinds;

/** Uses of hosts that no catalogue can know: they are found by their behaviour alone. */
export const unknownKinds: ReadonlySet<UseKind> = new Set(["unknown_api", "unknown_chat"]);

/** How a use is seen by the rules that open a detection (one call of an interface counts, of a website a few visits). */
export const accessOfKind: Record<UseKind, "API" | "WEB" | "IDE" | "SELF_HOSTED"> = {
  sdk_script: "API",
  chat_app: "WEB",
  coding_assistant: "IDE",
  image_generation: "WEB",
  meeting_assistant: "WEB",
  agent_loop: "API",
  file_upload: "WEB",
  fine_tuning: "API",
  aggregator: "API",
  cloud_model: "API",
  self_hosted: "SELF_HOSTED",
  blocked_attempts: "WEB",
  unknown_api: "API",
  unknown_chat: "WEB",
  casual_visit: "WEB",
};

/** Ordinary traffic, some of which looks like AI from outside. */
export const confuserKinds = {
  browsing: "Websites with trackers and content delivery networks",
  saas: "E-mail, calendar, CRM and spreadsheets in the browser",
  mixed_use: "Websites with optional AI features, used without them",
  messaging: "Chat between people over WebSocket",
  video_call: "Audio and video calls",
  media: "Video and music streaming",
  event_stream: "Dashboards, tickers and build logs with server push",
  remote_desktop: "Terminals and remote desktops inside TLS",
  telemetry: "Telemetry",
  service_api: "Services that call payment, e-mail and data APIs",
  warehouse: "Data warehouse queries",
  package_mirror: "Package and source downloads by developers",
  software_update: "System and software updates",
  file_sync: "Folder synchronisation",
  backup: "Nightly backups",
  game: "Games at lunch",
  infrastructure: "Certificate checks, time servers, printers, directories",
} as const;
export type ConfuserKind = keyof typeof confuserKinds;
