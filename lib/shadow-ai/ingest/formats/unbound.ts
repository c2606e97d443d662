import type { Format } from "@/lib/shadow-ai/ingest/formats/format";
import { RecentMap } from "@/lib/shadow-ai/ingest/joins/recent-map";
import { shareOf } from "@/lib/shadow-ai/ingest/sample";
import type { LineParser, ParseContext, Reading } from "@/lib/shadow-ai/ingest/sighting";
import { parseTime } from "@/lib/shadow-ai/ingest/text/timestamps";

/** `[1764000000] unbound[77:0] `, `Nov 22 10:15:00 gw unbound: [77:0] ` and what the options of its log make of these. */
const header =
  /^(?:<\d{1,3}>)?(?:\[(\d{9,11}(?:\.\d{1,6})?)\]|([A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d)|(\d{4}-\d\d-\d\dT[\d:.+-]{8,30}Z?)) (?:\S{1,255} )?unbound(?:\[[\d:]+\])?:? (?:\[[\d:]+\] )?/;
/** client name type class, in a line of a reply followed by its code and figures */
const lookup = /^(?:info|query|reply): (\S{2,64}) (\S{1,300}) ([A-Z0-9]{1,10}) IN(?: ([A-Z]{1,10}) [\d.]+ \d \d+)?/;
/** zone action client@port name type class, of `log-local-actions` */
const local = /^info: \S{1,300} ([a-z_]+) (\S{2,64})@\d{1,5} (\S{1,300}) ([A-Z0-9]{1,10}) IN/;
/** Actions of a local zone that let a question pass. */
const passing = new Set(["inform", "transparent", "typetransparent", "always_transparent", "nodefault"]);

/** Unbound with `log-queries`, `log-replies` or both, and `log-local-actions`. */
export const unbound: Format = {
  likeness: (sample) => shareOf(sample, ({ text }) => header.test(text)),
  makeParser: (context) => new UnboundParser(context),
};

class UnboundParser implements LineParser {
  /** How many questions were told whose replies were not: with both options on, a look-up has two lines. */
  private readonly asked = new RecentMap<number>(20_000);

  constructor(private readonly context: ParseContext) {}

  read(line: string): Reading {
    const head = header.exec(line);
    if (!head) return "The line is not one of Unbound.";
    const message = line.slice(head[0].length, head[0].length + 1_000);
    const atMs = parseTime(head[1] ?? head[2] ?? head[3], this.context);
    const blocked = local.exec(message);
    if (blocked) {
      const [, action = "", client, host] = blocked;
      return passing.has(action) ? null : { atMs, vantage: "DNS", client, host, action: "BLOCKED" };
    }
    const [matched, client, host, , code] = lookup.exec(message) ?? [];
    if (matched === undefined || this.isTold(message, code !== undefined)) return null;
    return { atMs, vantage: "DNS", client, host };
  }

  private isTold(message: string, isReply: boolean): boolean {
    const key = message.slice(message.indexOf(" "), message.indexOf(" IN"));
    const open = this.asked.take(key) ?? 0;
    const now = isReply ? open - 1 : open + 1;
    if (now > 0) this.asked.set(key, now);
    return isReply && open > 0;
  }
}
