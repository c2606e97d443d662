import type { Given } from "./given";
import { type BadInput, type Outgoing, post, row } from "./row";
import { appendEvent, writers } from "./writers";

export const mebibyte = 1024 * 1024;

/** A valid body padded with white space to the given size. */
export function padded(body: unknown, bytes: number): Uint8Array {
  const padding = Buffer.alloc(bytes, " ");
  padding.write(JSON.stringify(body));
  return padding;
}

const actor = { type: "SERVICE", id: "scoring" };
const salt = "0".repeat(32);
const tags = ["größe"];

/** An event whose content (actor, payload, salt and tags in canonical form) has the given number of bytes in UTF-8. */
export function eventOfContent(modelId: string, bytes: number) {
  const empty = Buffer.byteLength(JSON.stringify({ actor, payload: { x: "" }, salt, tags }));
  const missing = bytes - empty;
  // Three bytes per character: the limit counts bytes.
  const x = "€".repeat(Math.floor(missing / 3)) + "a".repeat(missing % 3);
  return { modelId, eventType: "INFERENCE", actor, payload: { x }, tags };
}

const limitOf = (operation: string) => (operation === "POST /audit/batch" ? 8 : 1) * mebibyte;
const tooLarge = (name: string, send: (given: Given) => Outgoing, paths?: string[]) =>
  row(name, "payload_too_large", send, paths && { paths });

export const sizes: BadInput[] = [
  ...writers.flatMap(({ operation, valid }) => {
    const body = (given: Given) => ({ ...valid(given), body: padded(valid(given).body, limitOf(operation) + 1) });
    return [
      tooLarge(`${operation}: a body one byte too large`, body),
      tooLarge(`${operation}: a chunked body one byte too large`, (given) => ({ ...body(given), chunked: true })),
    ];
  }),
  tooLarge("POST /audit: a body that is declared too large and not sent", (given) => ({
    ...appendEvent(given),
    body: undefined,
    headers: { "Content-Length": String(mebibyte + 1), "Content-Type": "application/json" },
  })),
  tooLarge("POST /audit: a body of 12 MiB in chunks", (given) => ({
    ...appendEvent(given),
    body: padded(appendEvent(given).body, 12 * mebibyte),
    chunked: true,
  })),
  tooLarge("POST /audit: 2 MiB that are not JSON", () => post("/v1/audit", Buffer.alloc(2 * mebibyte, "x"))),
  tooLarge(
    "POST /audit: content one byte larger than 256 KiB",
    ({ modelId }) => post("/v1/audit", eventOfContent(modelId, 256 * 1024 + 1)),
    ["payload"],
  ),
  tooLarge(
    "POST /audit/batch: the content of the second event is too large",
    (given) =>
      post("/v1/audit/batch", {
        events: [appendEvent(given).body, eventOfContent(given.modelId, 256 * 1024 + 1)],
      }),
    ["events[1].payload"],
  ),
];
