import { RecentMap } from "@/lib/domains/shadow-ai/ingest/joins";
import {
  type Format,
  jsonFormat,
  type LineParser,
  type ParseContext,
  type Reading,
  shareOf,
  skip,
} from "@/lib/domains/shadow-ai/ingest/parser";
import { listOf, objectOf, textOf } from "@/lib/domains/shadow-ai/ingest/text/field-text";
import { splitSyslog } from "@/lib/domains/shadow-ai/ingest/text/syslog";
import { parseTime } from "@/lib/domains/shadow-ai/ingest/text/times";

const bindQuery =
  /client (?:@0x[0-9a-f]{1,16} )?([0-9A-Fa-f:.]{2,45})(?:%\w{1,15})?#\d{1,5}(?:\/key \S{1,255})?(?: \(\S{0,300}\))?(?: (?:UDP|TCP))?: (?:view [^\s:]{1,255}: )?query: (\S{1,300}) ([A-Z]+ [A-Z0-9]+)( response: [A-Z]+)?/;
/** A record of an Infoblox response: `a.example.com. 28800 IN A 192.0.2.1;` */
const responseRecord = / IN A{1,4} ([\da-fA-F.:]{2,45});/g;
const ownTime =
  /^(\d\d-[A-Z][a-z]{2}-\d{4} \d\d:\d\d:\d\d(?:\.\d{1,6})?|\d{4}-\d\d-\d\dT[\d:.]{8,15}(?:Z|[+-]\d\d:\d\d)?) /;

/** BIND's `queries` category, in a separate file or through syslog, and the query responses of Infoblox NIOS. */
export const bind: Format = {
  likeness: (sample) => shareOf(sample, ({ text }) => bindQuery.test(text)),
  makeParser: (context) => new BindParser(context),
};

class BindParser implements LineParser {
  private readonly asked = new OpenQueries();

  constructor(private readonly context: ParseContext) {}

  read(line: string): Reading {
    const text = line.length > 4_096 ? line.slice(0, 4_096) : line;
    const match = bindQuery.exec(text);
    // The file may also contain lines of other categories.
    if (!match)
      return ownTime.test(line) || splitSyslog(line).program === "named"
        ? skip.OTHER_LOG
        : "The line is not in the BIND query log format.";
    const time = ownTime.exec(line)?.[1] ?? splitSyslog(line).time;
    const [, client, host, type, response] = match;
    const seen = { atMs: parseTime(time, this.context), vantage: "DNS", client, host } as const;
    const isAnswer = this.asked.isReplyToCounted(`${client} ${host} ${type}`, response !== undefined);
    if (response === undefined) return seen;
    return { ...seen, isAnswer, answers: [...text.matchAll(responseRecord)].map(([, address = ""]) => address) };
  }
}

/** Queries without a reply so far. If a log has both, a look-up has two lines. */
class OpenQueries {
  private readonly counts = new RecentMap<number>(20_000);

  isReplyToCounted(key: string, isReply: boolean): boolean {
    const open = this.counts.take(key) ?? 0;
    const now = isReply ? open - 1 : open + 1;
    if (now > 0) this.counts.set(key, now);
    return isReply && open > 0;
  }
}

/** With `log-queries=extra`, a number and the client precede each message. */
const dnsmasqQuery = /^(?:\d{1,12} \S+ )?query\[([A-Za-z0-9=]+)\] (\S+) from (\S+)$/;
const answer = /^(?:(\d{1,12}) (\S+)\/\d+ )?(?:reply|cached(?:-stale)?) (\S+) is (\S+)/;

/** dnsmasq with `log-queries`, and Pi-hole, which is based on it. */
export const dnsmasq: Format = {
  likeness: (sample) => shareOf(sample, ({ text }) => splitSyslog(text).program?.startsWith("dnsmasq") === true),
  makeParser: (context) => new DnsmasqParser(context),
};

class DnsmasqParser implements LineParser {
  /** The queried name, kept because answers contain its aliases. */
  private asked: string | null = null;

  constructor(private readonly context: ParseContext) {}

  read(line: string): Reading {
    const { time, program, message } = splitSyslog(line);
    if (program === null || !program.startsWith("dnsmasq")) return "The line is not in the dnsmasq log format.";
    const asked = dnsmasqQuery.exec(message);
    if (asked) {
      this.asked = null;
      return { atMs: parseTime(time, this.context), vantage: "DNS", client: asked[3], host: asked[2] };
    }
    return this.readAnswer(message, parseTime(time, this.context));
  }

  /**
   * Reads names for addresses without a use: `reply a is <CNAME>`, `reply b is 192.0.2.1` assign the name a to the
   * address.
   */
  private readAnswer(message: string, atMs: number): Reading {
    const [, , client, name = "", value = ""] = answer.exec(message) ?? [];
    if (value === "<CNAME>") this.asked ??= name;
    else if (/^[\d.]+$|:/.test(value))
      return { ...answerOnly, atMs, client, host: this.asked ?? name, answers: [value] };
    else this.asked = null;
    return name === "" ? skip.OTHER_LOG : skip.DNS_ANSWER;
  }
}

const answerOnly = { vantage: "DNS", isAnswer: true } as const;

/** `[1764000000] unbound[77:0] `, `Nov 22 10:15:00 gw unbound: [77:0] ` and their variants by log options. */
const unboundHeader =
  /^(?:<\d{1,3}>)?(?:\[(\d{9,11}(?:\.\d{1,6})?)\]|([A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d)|(\d{4}-\d\d-\d\dT[\d:.+-]{8,30}Z?)) (?:\S{1,255} )?unbound(?:\[[\d:]+\])?:? (?:\[[\d:]+\] )?/;
/** client name type class, followed by code and figures in a reply line */
const lookup = /^(?:info|query|reply): (\S{2,64}) (\S{1,300}) ([A-Z0-9]{1,10}) IN(?: ([A-Z]{1,10}) [\d.]+ \d \d+)?/;
/** zone action client@port name type class, of `log-local-actions` */
const local = /^info: \S{1,300} ([a-z_]+) (\S{2,64})@\d{1,5} (\S{1,300}) ([A-Z0-9]{1,10}) IN/;
/** Local zone actions that let a query pass. */
const passing = new Set(["inform", "transparent", "typetransparent", "always_transparent", "nodefault"]);

/** Unbound with `log-queries`, `log-replies` or both, and `log-local-actions`. */
export const unbound: Format = {
  likeness: (sample) => shareOf(sample, ({ text }) => splitUnbound(text) !== null),
  makeParser: (context) => new UnboundParser(context),
};

class UnboundParser implements LineParser {
  private readonly asked = new OpenQueries();

  constructor(private readonly context: ParseContext) {}

  read(line: string): Reading {
    const split = splitUnbound(line);
    if (!split) return "The line is not in the Unbound log format.";
    const message = split.message.slice(0, 1_000);
    const atMs = parseTime(split.time, this.context);
    const blocked = local.exec(message);
    if (blocked) {
      const [, action = "", client, host] = blocked;
      return passing.has(action) ? skip.OTHER_LOG : { atMs, vantage: "DNS", client, host, action: "BLOCKED" };
    }
    const [matched, client, host, , code] = lookup.exec(message) ?? [];
    if (matched === undefined) return skip.OTHER_LOG;
    const key = message.slice(message.indexOf(" "), message.indexOf(" IN"));
    if (this.asked.isReplyToCounted(key, code !== undefined)) return skip.DNS_ANSWER;
    return { atMs, vantage: "DNS", client, host };
  }
}

/** The time and the message of a line, with Unbound's own header or that of syslog. */
function splitUnbound(line: string) {
  const head = unboundHeader.exec(line);
  if (head) return { time: head[1] ?? head[2] ?? head[3], message: line.slice(head[0].length) };
  const { time, program, message } = splitSyslog(line);
  return program === "unbound" ? { time, message: message.replace(/^\[[\d:]+\] /, "") } : null;
}

/** Query logs of Route 53 Resolver: https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/resolver-query-logs-format.html */
export const route53 = jsonFormat(
  (object) => "query_timestamp" in object && "query_name" in object,
  (object, context) => ({
    atMs: parseTime(textOf(object.query_timestamp), context),
    vantage: "DNS",
    client: textOf(object.srcaddr),
    host: textOf(object.query_name),
    transport: textOf(object.transport),
    // Only Route 53 Resolver DNS Firewall writes this member.
    action: object.firewall_rule_action === "BLOCK" ? "BLOCKED" : "UNKNOWN",
    answers: listOf(object.answers).flatMap((answer) => {
      const { Rdata, Type } = objectOf(answer) ?? {};
      return (Type === "A" || Type === "AAAA") && typeof Rdata === "string" ? [Rdata] : [];
    }),
  }),
);
