import { bytesOfHex, concatBytes } from "@/lib/domains/evidence/verification/bytes";
import type { AuthorityCertificate } from "@/lib/domains/evidence/verification/certificate-chain";
import { firstOf } from "@/lib/domains/evidence/verification/der";
import { type Check, Finder } from "@/lib/domains/evidence/verification/report";
import { checkTimestamp } from "@/lib/domains/evidence/verification/timestamp";

/** An incremental update with validation data and a document timestamp (PAdES level B-LTA). */
interface TimestampUpdate {
  /** Where it begins and ends in the file. */
  start: number;
  end: number;
  /** The TimeStampToken in DER, and where it is. It covers all other bytes up to the end of the update. */
  token: Uint8Array;
  gap: { from: number; to: number };
}

/**
 * Splits a PDF into the file that was signed, and updates after it in exactly the form of `addDocumentTimestamp`: they
 * can change nothing but the DSS dictionary and the list of signature fields. Any other update stays part of the file.
 */
export function splitUpdates<Buffer extends ArrayBufferLike>(
  pdf: Uint8Array<Buffer>,
): { signed: Uint8Array<Buffer>; updates: TimestampUpdate[] } {
  const updates: TimestampUpdate[] = [];
  let end = pdf.length;
  for (let update = updateBefore(pdf, end); update; update = updateBefore(pdf, end)) {
    updates.unshift(update);
    end = update.start;
  }
  return { signed: pdf.subarray(0, end), updates };
}

/** Checks the document timestamps of a file. */
export async function checkUpdates(
  pdf: Uint8Array,
  updates: TimestampUpdate[],
  authorities: AuthorityCertificate[],
): Promise<Check> {
  const finder = new Finder("archive");
  const checks = [];
  for (const { token, gap, end } of updates) {
    const covered = concatBytes(pdf.subarray(0, gap.from), pdf.subarray(gap.to, end));
    checks.push((await checkTimestamp(token, covered, authorities)).check);
  }
  const details = checks.map(({ detail }) => detail);
  for (const { status, detail } of checks) if (status === "failed") finder.fail(detail);
  if (finder.hasFailed) finder.brief = "a document timestamp was altered";
  finder.isUnwitnessed = checks.some(({ isUnwitnessed }) => isUnwitnessed);
  const added = pdf.length - (updates[0]?.start ?? pdf.length);
  const detail = `${added.toLocaleString("en")} bytes were added after the PDF was signed. They contain only validation data and document timestamps. ${details.join(" ")}`;
  if (finder.hasFailed || checks.every(({ status }) => status === "ok")) return finder.conclude(detail);
  return finder.concludeUnchecked(detail);
}

interface Revision {
  /** Where its cross-reference table begins. */
  table: number;
  entries: { number: number; offset: number }[];
  size: number;
  previous: number;
  /** The other entries of the trailer. */
  trailer: string;
}

const decoder = new TextDecoder("latin1");
const bytesMax = 8 * 1024 * 1024;
const head = 4096;
const trailerForm =
  /^xref\n((?:\d+ \d+\n(?:\d{10} 00000 n\r\n)+)+)trailer\n<<\n\/Size (\d+)\n(\/Root \d+ 0 R\n)\/Prev (\d+)\n((?:\/Info \d+ 0 R\n)?\/ID \[<[0-9A-F]*> <[0-9A-F]*>\]\n)>>\nstartxref\n(\d+)\n%%EOF\n$/;

/** The last revision of the first `end` bytes, if its cross-reference table has the form of the service. */
function readRevision(pdf: Uint8Array, end: number): Revision | undefined {
  const table = Number(
    /startxref\n(\d+)\n%%EOF\n$/.exec(decoder.decode(pdf.subarray(Math.max(0, end - 40), end)))?.[1],
  );
  if (!(table < end && end - table < bytesMax)) return undefined;
  const found = trailerForm.exec(decoder.decode(pdf.subarray(table, end)));
  if (!found || Number(found[6]) !== table) return undefined;
  const entries: Revision["entries"] = [];
  for (const [, first, count, lines = ""] of (found[1] ?? "").matchAll(/(\d+) (\d+)\n((?:\d{10} 00000 n\r\n)+)/g)) {
    if (lines.length !== 20 * Number(count)) return undefined;
    for (let i = 0; i < Number(count); i++) {
      entries.push({ number: Number(first) + i, offset: Number(lines.slice(20 * i, 20 * i + 10)) });
    }
  }
  // A table that repeats an object would multiply the work and the memory of verifiers.
  if (new Set(entries.map(({ number }) => number)).size < entries.length) return undefined;
  const [size, previous] = [Number(found[2]), Number(found[4])];
  return { table, entries, size, previous, trailer: `${found[3]}${found[5]}` };
}

const formOf = (fields: string) => `<<\n/Fields [${fields}]\n/SigFlags 3\n>>\nendobj\n`;
const formForm = /^<<\n\/Fields \[((?:\d+ 0 R ?)+)\]\n\/SigFlags 3\n>>\nendobj\n/;
const refs = String.raw`\[(?:\d+ 0 R ?)*\]\n`;
const storeForm = new RegExp(`^<<\n/Type /DSS\n(?:/Certs ${refs})?(?:/OCSPs ${refs})?(?:/CRLs ${refs})?>>\nendobj\n$`);
/** The references of each list of a DSS, by its name. */
function referencesOf(store: string): Map<string, string[]> {
  const lists = store.matchAll(/\/(Certs|OCSPs|CRLs) \[((?:\d+ 0 R ?)*)\]\n/g);
  return new Map(Array.from(lists, ([, name = "", list = ""]) => [name, list.match(/\d+(?= 0 R)/g) ?? []]));
}

/** Whether a DSS keeps all references of the previous one and otherwise refers only to the added objects. */
function extendsStore(store: string, previous: string, added: readonly number[]): boolean {
  const [lists, earlier] = [referencesOf(store), referencesOf(previous)];
  const kept = [...earlier].every(([name, list]) => list.every((one, i) => lists.get(name)?.[i] === one));
  const isNew = ([name, list]: [string, string[]]) =>
    list.slice(earlier.get(name)?.length ?? 0).every((one) => added.includes(Number(one)));
  return kept && [...lists].every(isNew);
}

const streamForm = /^<<\n\/Length (\d+)(?:\/Filter \/FlateDecode\n)?>>\nstream\n/;
const stampForm =
  /^<<\n\/Type \/DocTimeStamp\n\/Filter \/Adobe\.PPKLite\n\/SubFilter \/ETSI\.RFC3161\n\/ByteRange \[0 (\d+) +(\d+) +(\d+) *\]\n\/Contents <([0-9A-F]+)>\n>>\nendobj\n$/;
const fieldForm =
  /^<<\n\/FT \/Sig\n\/T \(Timestamp_\d+\)\n\/V (\d+) 0 R\n\/Type \/Annot\n\/Subtype \/Widget\n\/F 132\n\/P \d+ 0 R\n\/Rect \[0 0 0 0\]\n>>\nendobj\n$/;

/** The update at the end of the first `end` bytes; undefined if these end with anything else. */
function updateBefore(pdf: Uint8Array, end: number): TimestampUpdate | undefined {
  try {
    return readUpdate(pdf, end);
  } catch {
    // Regular expressions fail for very long texts.
    return undefined;
  }
}

function readUpdate(pdf: Uint8Array, end: number): TimestampUpdate | undefined {
  const last = readRevision(pdf, end);
  const start = Math.min(...(last?.entries ?? []).map(({ offset }) => offset));
  const before = last && start < last.table ? readRevision(pdf, start) : undefined;
  if (!last || !before || end - start > bytesMax) return undefined;
  if (before.table !== last.previous || before.trailer !== last.trailer) return undefined;
  const sorted = last.entries.sort((one, other) => one.offset - other.offset);
  const objects = sorted.map(({ number, offset }, i) => ({
    number,
    offset,
    text: bodyOf(pdf, number, offset, sorted[i + 1]?.offset ?? last.table),
  }));
  // The objects of the previous revision that the update replaces.
  const known = before.entries.map(({ number, offset }) => ({
    number,
    text: bodyOf(pdf, number, offset, Math.min(offset + head, before.table)),
  }));
  const form = known.find(({ text }) => text && formForm.test(text));
  const store = known.find(({ text }) => text?.startsWith("<<\n/Type /DSS\n"));
  const [newStore, newForm, ...added] = objects.sort((one, other) => one.number - other.number);
  const [stamp, field] = added.splice(-2);
  const fields = formForm.exec(form?.text ?? "")?.[1];
  const [, a, b, c, hex = ""] = stampForm.exec(stamp?.text ?? "") ?? [];
  if (!form || !store || !stamp || !field || last.size !== field.number + 1) return undefined;
  const isUpdate =
    newStore?.number === store.number &&
    newForm?.number === form.number &&
    [...added, stamp, field].every(({ number }, i) => number === before.size + i) &&
    storeForm.test(newStore.text ?? "") &&
    extendsStore(
      newStore.text ?? "",
      store.text ?? "",
      added.map(({ number }) => number),
    ) &&
    newForm.text === formOf(`${fields} ${field.number} 0 R`) &&
    added.every(({ text = "" }) => isStream(text)) &&
    fieldForm.exec(field.text ?? "")?.[1] === String(stamp.number);
  const [from, to] = [Number(a), Number(b)];
  const gap = decoder.decode(pdf.subarray(from, to));
  if (!isUpdate || gap !== `<${hex}>` || to + Number(c) !== end || from < stamp.offset) return undefined;
  const token = bytesOfHex(hex.toLowerCase());
  if (!token) return undefined;
  const { whole } = firstOf(token);
  if (token.subarray(whole.length).some((byte) => byte !== 0)) return undefined;
  return { start, end, token: whole, gap: { from, to } };
}

/** The text after `1 0 obj` and the line break; undefined for any other text. */
function bodyOf(pdf: Uint8Array, number: number, from: number, to: number): string | undefined {
  const text = decoder.decode(pdf.subarray(from, to));
  const begin = `${number} 0 obj\n`;
  return text.startsWith(begin) ? text.slice(begin.length) : undefined;
}

function isStream(text: string): boolean {
  const [begin = "", length] = streamForm.exec(text) ?? [];
  return begin !== "" && text.slice(begin.length + Number(length)) === "\nendstream\nendobj\n";
}
