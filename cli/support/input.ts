import type { z } from "zod";
import { findOrganisation, listOrganisations, type Organisation } from "@/lib/domains/organisations";
import { systemClock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { newId } from "@/lib/platform/core/ids";
import { UsageError } from "./errors";

/** Validates flags with the schema of the API. `ownerEmail` of the schema is the flag `--owner-email`. */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path: [member, ...inner], message }) => {
    const flag = String(member).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return `--${flag}: ${[...inner.filter((part) => typeof part === "string"), message].join(" ")}`;
  });
  throw new UsageError(problems.join("\n"));
}

export function requireFlag(flag: string, value: string | undefined): string {
  if (value === undefined) throw new UsageError(`${flag} is required. See --help.`);
  return value;
}

export function requireFuture(flag: string, time: string | null | undefined): void {
  if (time && Date.parse(time) <= systemClock.now()) throw new UsageError(`${flag}: must be in the future`);
}

const organisationsShown = 50;

/** The organisation of `--organisation`, or an error that lists the organisations of the database. */
export async function requireOrganisation(id: string | undefined): Promise<Organisation> {
  const organisation = id === undefined ? undefined : await findOrganisation(id);
  if (organisation) return organisation;
  const problem = id === undefined ? "--organisation is required." : `--organisation: organisation ${id} not found.`;
  const known = await listOrganisations(organisationsShown);
  if (known.length === 0) throw new UsageError(`${problem} The database has no organisations yet.`);
  const lines = known.map((one) => `  ${one.id}  ${one.name} (${one.tier}, ${one.livemode ? "live" : "sandbox"})`);
  throw new UsageError(`${problem} Choose one of:\n${lines.join("\n")}`);
}

/** The context of a command, which is recorded as the actor of its changes. */
export function commandContext(organisation: Organisation, command: string): Context {
  return {
    organisation,
    actor: { kind: "system", id: command },
    scopes: new Set(),
    clock: systemClock,
    requestId: newId("request"),
  };
}
