import { actionFrom } from "@/lib/domains/shadow-ai/ingest/field-values";
import { readerOf, textRow } from "@/lib/domains/shadow-ai/ingest/formats/tables/field-table";
import {
  type Format,
  type LineParser,
  type ParseContext,
  type Reading,
  skip,
} from "@/lib/domains/shadow-ai/ingest/parser";
import { splitSpaced } from "@/lib/domains/shadow-ai/ingest/text/delimited";

/**
 * Names of Symantec ProxySG (Blue Coat), Netskope's transaction events, Forefront TMG, Forcepoint and others. `cs` is from
 * the client to the proxy, `sc` from the proxy to the client; `s-ip` is the proxy.
 */
const read = readerOf({
  is: () => true,
  vantage: "PROXY",
  fields: {
    date: "date",
    time: "time x-timestamp-unix timestamp localtime x-cs-timestamp",
    client: "x-cs-userip c-ip x-client-address",
    user: "cs-username x-cs-username cs-user",
    host: "cs-host x-cs-sni cs-uri-host r-host r-dns x-cs-dst-host cs(host)",
    address: "r-ip x-sr-dst-ip",
    port: "cs-uri-port r-port",
    url: "cs-uri c-uri cs-url cs-uri-path cs-uri-stem",
    method: "cs-method s-operation",
    status: "sc-status sc-http-status",
    bytesOut: "cs-bytes",
    bytesIn: "sc-bytes",
    durationMs: "time-taken x-elapsed-time",
    userAgent: "cs(user-agent) cs-user-agent c-agent",
  },
  complete: (seen, row) => {
    const results = ["sc-filter-result", "s-action", "sc-result-code", "action", "x-policy-action"];
    const result = results.map((name) => row.text(name) ?? "").join(" ");
    const action = actionFrom(result);
    const passed = /proxied|_miss|_hit/i.test(result);
    // The W3C draft counts seconds, with a fraction; the products count milliseconds.
    if (row.text("time-taken")?.includes(".") && seen.durationMs) seen.durationMs *= 1_000;
    return { ...seen, transport: "TCP", action: action === "UNKNOWN" && passed ? "ALLOWED" : action };
  },
});

const header = /^#Fields:\s*/i;
const columnsMax = 500;

/** W3C Extended Log File Format: a `#Fields` header names the columns. https://www.w3.org/TR/WD-logfile.html */
export const w3c: Format = {
  likeness: (sample) => (sample.some(({ text }) => header.test(text) && /\b(?:c-ip|cs-|sc-)/.test(text)) ? 1 : 0),
  makeParser: (context) => new W3cParser(context),
};

class W3cParser implements LineParser {
  private places: Map<string, number> | null = null;
  private isTabbed = false;

  constructor(private readonly context: ParseContext) {}

  read(line: string): Reading {
    if (line.startsWith("#")) return this.readHeader(line);
    const { places } = this;
    if (!places) return "The line is not preceded by a #Fields header.";
    const values = this.isTabbed ? line.split("\t", columnsMax) : splitSpaced(line);
    if (values.length < places.size) return "The line and its header have different numbers of columns.";
    return read(textRow({ get: (name) => values[places.get(name) ?? -1] }), this.context);
  }

  /** Headers repeat after a change of the configuration; other directives describe the software. */
  private readHeader(line: string): Reading {
    if (!header.test(line)) return skip.EMPTY;
    const names = line.replace(header, "");
    this.isTabbed = names.includes("\t");
    const columns = names.trim().split(/\s+/, columnsMax);
    this.places = new Map(columns.map((column, index) => [column.toLowerCase(), index]));
    return skip.EMPTY;
  }
}
