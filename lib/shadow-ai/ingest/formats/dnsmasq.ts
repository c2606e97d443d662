import type { Format } from "@/lib/shadow-ai/ingest/formats/format";
import { shareOf } from "@/lib/shadow-ai/ingest/sample";
import type { LineParser, ParseContext, Reading } from "@/lib/shadow-ai/ingest/sighting";
import { splitSyslog } from "@/lib/shadow-ai/ingest/text/syslog";
import { parseTime } from "@/lib/shadow-ai/ingest/text/timestamps";

/** With `log-queries=extra` a number and the client stand before each message. */
const query = /^(?:\d{1,12} \S+ )?query\[([A-Za-z0-9=]+)\] (\S+) from (\S+)$/;
const answer = /^(?:(\d{1,12}) (\S+)\/\d+ )?(?:reply|cached(?:-stale)?) (\S+) is (\S+)/;

/** dnsmasq with `log-queries`, and Pi-hole, which is made of it. */
export const dnsmasq: Format = {
  likeness: (sample) => shareOf(sample, ({ text }) => splitSyslog(text).program?.startsWith("dnsmasq") === true),
  makeParser: (context) => new DnsmasqParser(context),
};

class DnsmasqParser implements LineParser {
  /** The name that was asked for, while answers tell the aliases it has. */
  private asked: string | null = null;

  constructor(private readonly context: ParseContext) {}

  read(line: string): Reading {
    const { time, program, message } = splitSyslog(line);
    if (program === null || !program.startsWith("dnsmasq")) return "The line is not one of dnsmasq.";
    const asked = query.exec(message);
    if (asked) {
      this.asked = null;
      return { atMs: parseTime(time, this.context), vantage: "DNS", client: asked[3], host: asked[2] };
    }
    return this.readAnswer(message, parseTime(time, this.context));
  }

  /** Tells no use, but names for addresses: `reply a is <CNAME>`, `reply b is 192.0.2.1` gives the address the name a. */
  private readAnswer(message: string, atMs: number): Reading {
    const [, , client, name = "", value = ""] = answer.exec(message) ?? [];
    if (value === "<CNAME>") this.asked ??= name;
    else if (/^[\d.]+$|:/.test(value))
      return { ...answerOnly, atMs, client, host: this.asked ?? name, answers: [value] };
    else this.asked = null;
    return null;
  }
}

const answerOnly = { vantage: "DNS", isAnswer: true } as const;
