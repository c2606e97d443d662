import { generateKeyPairSync } from "node:crypto";
import { readFile } from "node:fs/promises";
import { z } from "zod";
import type { WitnessedLog } from "@/lib/domains/witness/add-checkpoint";
import { readSigningKey, type SigningKey } from "@/lib/platform/signing/ed25519";
import {
  isKeyName,
  noteTypes,
  parseVkey,
  type VerifierKey,
  verifierKey,
  vkeyText,
} from "@/lib/platform/signing/signed-note";
import { replaceDurably } from "@/lib/platform/storage/durable-files";

const Log = z.strictObject({
  vkeys: z.array(z.string()),
  size: z.int().min(0),
  root: z.string().nullable(),
  note: z.string().nullable(),
});

const State = z.strictObject({
  version: z.literal(1),
  name: z.string(),
  vkey: z.string(),
  /** PKCS#8 in PEM. */
  privateKey: z.string(),
  logs: z.record(z.string(), Log),
});

/** The state of a witness, stored in one file. */
export type WitnessState = z.infer<typeof State>;

/** Reads a state file; undefined if it does not exist. @throws Error if it cannot be used. */
export async function readState(path: string): Promise<WitnessState | undefined> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new Error(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  const state = parse(text);
  // A witness that starts over would cosign any checkpoint.
  if (!state) {
    throw new Error(
      `${path} is not a valid witness state file. Keep the file. If you cannot repair it, create a new witness with a new name (docs/witness.md).`,
    );
  }
  return state;
}

/** The state of a new witness, with a new key. @throws Error for an invalid name. */
export function newState(name: string): WitnessState {
  if (!isKeyName(name))
    throw new Error("The name must not contain spaces or plus signs. Example: auditor.example/witness.");
  const { privateKey } = generateKeyPairSync("ed25519");
  const pem = privateKey.export({ format: "pem", type: "pkcs8" }).toString();
  return { version: 1, name, vkey: vkeyText(ownKey(name, readSigningKey(pem))), privateKey: pem, logs: {} };
}

export function ownKey(name: string, { raw }: SigningKey): VerifierKey {
  return verifierKey(name, noteTypes.cosignature, raw);
}

/** Adds a trusted key of a log and keeps the log's history. @throws Error if it is not a log's key. */
export function trustLog(state: WitnessState, vkey: string): WitnessState {
  const { name: origin, type } = parseVkey(vkey);
  if (type !== noteTypes.ed25519) throw new Error(`The verifier key of ${origin} belongs to a witness, not to a log.`);
  const log: WitnessedLog = state.logs[origin] ?? { vkeys: [], size: 0, root: null, note: null };
  if (log.vkeys.includes(vkey.trim())) return state;
  return { ...state, logs: { ...state.logs, [origin]: { ...log, vkeys: [...log.vkeys, vkey.trim()] } } };
}

/** Replaces the file atomically. The new state is on disk when this returns. */
export async function writeState(path: string, state: WitnessState): Promise<void> {
  await replaceDurably(path, `${JSON.stringify(state, null, 2)}\n`);
}

function parse(text: string): WitnessState | undefined {
  try {
    const state = State.parse(JSON.parse(text));
    const isOwn = vkeyText(ownKey(state.name, readSigningKey(state.privateKey))) === state.vkey;
    return isOwn && Object.values(state.logs).every(({ vkeys }) => vkeys.every(parseVkey)) ? state : undefined;
  } catch {
    return undefined;
  }
}
