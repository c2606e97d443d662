import fc from "fast-check";
import { expect, test } from "vitest";
import { formats } from "@/lib/domains/shadow-ai/ingest/formats";
import { logFormats } from "@/lib/domains/shadow-ai/ingest/log-formats";
import { readTexts } from "@/lib/domains/shadow-ai/ingest/testing/read-texts";
import { malformed } from "@/lib/domains/shadow-ai/ingest/testing/record-form";
import { samples } from "@/lib/domains/shadow-ai/ingest/testing/samples";
import { propertyRuns, rowsOfThisRun } from "@/lib/platform/core/testing";

/** Addresses that the samples use for servers. */
const servers = /^(?:104|160|162|142|52|192)\./;
const client = fc.oneof(
  fc.ipV4().filter((address) => !servers.test(address)),
  fc.ipV6(),
);
const word = fc.stringMatching(/^zq[a-z0-9]{6,10}$/);

test.each(samples)("$title: stores no client, user or query string of any line", async ({ format, lines }) => {
  const filled = fc.tuple(client, word, word).map(([address, user, secret]) => ({
    address,
    parts: [user, secret],
    text: lines
      .map((line) => line.replaceAll("10.20.30.40", address).replaceAll(/jdoe/gi, user).replaceAll("SECRET", secret))
      .join("\n"),
  }));
  await fc.assert(
    fc.asyncProperty(filled, async ({ address, parts, text }) => {
      const { records } = await readTexts([text], { format });
      const json = JSON.stringify(records).toLowerCase();
      const whole = new RegExp(`(?<![\\w.:])${address.replaceAll(".", "\\.")}(?![\\w.:])`);
      expect(whole.test(json)).toBe(false);
      expect(parts.filter((part) => json.includes(part))).toEqual([]);
      expect(records.flatMap(malformed)).toEqual([]);
      expect(records.flatMap(({ user: pseudonym }) => pseudonym ?? [])).toEqual([]);
      const named = (await readTexts([text], { format, userKey: Buffer.from("a key of users") })).records;
      expect(named.flatMap(malformed)).toEqual([]);
      expect(JSON.stringify(named).toLowerCase()).not.toContain(parts[0]);
    }),
    { numRuns: propertyRuns(20) },
  );
});

/** Hostile line content: breaks the format or hides an address in another field. */
const intruder = fc.oneof(
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.constantFrom(
    "10.20.30.40",
    "jdoe@example.com",
    "https://jdoe:pw@10.20.30.40:8443/10.20.30.40/a?b=c#d",
    '"',
    "\\",
    "\t",
    ",",
    "=",
    "|",
    "[",
    "{",
    "}",
    "-",
    "NaN",
    "-1",
    "1e999",
    "99999999999999999999",
    "__proto__",
    "constructor",
    "=cmd|' /C calc'!A0",
  ),
);
const edits = fc.array(fc.record({ at: fc.nat(2_000), remove: fc.nat(6), insert: intruder }), { maxLength: 4 });

function edited(line: string, changes: { at: number; remove: number; insert: string }[]): string {
  return changes.reduce((text, { at, remove, insert }) => {
    const place = at % (text.length + 1);
    return (text.slice(0, place) + insert + text.slice(place + remove)).replaceAll("\n", " ");
  }, line);
}

test.each(samples)("$title: a manipulated line is rejected or harmless", async ({ format, lines }) => {
  const texts = fc
    .array(fc.tuple(fc.nat(lines.length - 1), edits), { minLength: 1, maxLength: 8 })
    .map((changed) =>
      [
        ...lines.slice(0, ["zeek", "csv", "w3c"].includes(format) ? 7 : 0),
        ...changed.map(([line, changes]) => edited(lines[line] ?? "", changes)),
      ].join("\n"),
    );
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const { records } = await readTexts([text], { format });
      expect(records.flatMap(malformed)).toEqual([]);
      expect(/(?<![\d.])10\.20\.30\.40(?![\d.])/.test(JSON.stringify(records))).toBe(false);
    }),
    { numRuns: propertyRuns(30) },
  );
});

const context = { zone: "UTC", receivedAtMs: Date.UTC(2026, 10, 22), file: "file", sample: [] };
const mapping = { columns: { "1": "time", "2": "host" }, delimiter: ",", header: false } as const;

test.each(logFormats)("%s: the parser does not throw for any text", (format) => {
  const parser = formats[format].makeParser({ ...context, mapping });
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: "binary" }),
        fc.json(),
        fc.array(intruder).map((parts) => parts.join(" ")),
      ),
      (line) => {
        const reading = parser.read(line);
        expect(["string", "object"]).toContain(typeof reading);
      },
    ),
    { numRuns: propertyRuns(100) },
  );
});

const big = 1024 * 1024;
const wide = (part: string) => part.repeat(big / part.length);
const hostile: [string, string][] = [
  ["prototype keys", '{"__proto__":{"host":"a.example"},"constructor":1,"toString":2,"at":1,"ts":1,"id":{"__proto__":1},"event_type":"__proto__","timestamp":"x"}'],
  ["an event type that is an inherited property", '{"event_type":"constructor","timestamp":"2026-11-22T10:15:00Z","constructor":{}}'],
  ["huge numbers", '{"at":1e999,"ts":1e999,"bytesOut":1e999,"Datetime":-1e999,"query_timestamp":99999999999999999999999}'],
  ["deeply nested JSON", `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`],
  ["deeply nested content of an envelope", `{"time":1,"_source":{"a":${"[".repeat(5_000)}${"]".repeat(5_000)}}}`],
  ["deeply nested DNS answers", `{"@timestamp":"2026-11-22T10:15:00Z","source":{"ip":"10.0.0.1"},"dns":{"question":{"name":"a.example"},"resolved_ip":${"[".repeat(5_000)}${"]".repeat(5_000)}}}`],
  ["deeply nested spans", `{"resourceSpans":${'[{"scopeSpans":'.repeat(20_000)}[]${"}]".repeat(20_000)}}`],
  ["a megabyte of letters", wide("a")],
  ["a megabyte of digits", wide("1")],
  ["a megabyte of spaces", wide(" ")],
  ["a megabyte of tabs", wide("\t")],
  ["a megabyte of commas", wide(",")],
  ["a megabyte of quotes", wide('"')],
  ["a megabyte of escaped quotes", `"${wide('\\"')}`],
  ["a megabyte of equals signs", wide("=")],
  ["a megabyte of pairs", wide("a=b ")],
  ["a megabyte of bars", `CEF:0|${wide("|")}`],
  ["a megabyte of backslashes", `CEF:0|${wide("\\")}`],
  ["a megabyte of brackets", wide("[")],
  ["a megabyte of slashes", `{"at":1795342500,"host":"a.example","url":"${wide("/")}"}`],
  ["a megabyte of percents", `{"at":1795342500,"url":"http://a.example/${"%25".repeat(2_000)}"}`],
  ["a megabyte of a host", `{"at":1795342500,"host":"${"a.".repeat(4_000)}"}`],
  ["a request of a megabyte", `10.20.30.40 - - [22/Nov/2026:10:15:00 +0000] "GET ${wide('\\"')}" 200 1 "-" "-"`],
  ["a query of a megabyte", `1795342500.000 1 10.20.30.40 TCP_MISS/200 1 GET http://a.example/?${wide("q")} - HIER_DIRECT/- -`],
  ["an unlimited number of clients", wide("client ")],
]; // biome-ignore format: a table

/** The large lines of one repeated character take the same paths. */
const hostileDaily = rowsOfThisRun(
  hostile,
  ([what]) => !/^a megabyte of (?:letters|tabs|quotes|pairs|bars|slashes)$/.test(what),
);

test.each(hostileDaily)("%s: rejected or harmless in every format", async (_, line) => {
  for (const format of logFormats) {
    const { records } = await readTexts([`${line}\n`], { format, mapping });
    expect(records.flatMap(malformed)).toEqual([]);
    expect(JSON.stringify(records).length).toBeLessThan(2_000);
  }
  expect(Object.prototype).not.toHaveProperty("host");
});

test("messages quote nothing from bad lines", async () => {
  for (const { format, lines } of samples) {
    const [first = "", ...rest] = lines;
    const broken = [first, ...rest.map((line) => line.slice(0, line.length / 2))].join("\n");
    const { bad } = await readTexts([broken], { format });
    expect(bad.filter(({ message }) => /10\.20|jdoe|SECRET|openai/i.test(message))).toEqual([]);
  }
});
