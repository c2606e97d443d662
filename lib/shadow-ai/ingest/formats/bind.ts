import type { Format } from "@/lib/shadow-ai/ingest/formats/format";
import { shareOf } from "@/lib/shadow-ai/ingest/sample";
import type { ParseContext, Reading } from "@/lib/shadow-ai/ingest/sighting";
import { splitSyslog } from "@/lib/shadow-ai/ingest/text/syslog";
import { parseTime } from "@/lib/shadow-ai/ingest/text/timestamps";

const query =
  /client (?:@0x[0-9a-f]{1,16} )?([0-9A-Fa-f:.]{2,45})(?:%\w{1,15})?#\d{1,5}(?:\/key \S{1,255})?(?: \(\S{0,300}\))?: (?:view [^\s:]{1,255}: )?query: (\S{1,300}) [A-Z]+ [A-Z0-9]+/;
const ownTime =
  /^(\d\d-[A-Z][a-z]{2}-\d{4} \d\d:\d\d:\d\d(?:\.\d{1,6})?|\d{4}-\d\d-\d\dT[\d:.]{8,15}(?:Z|[+-]\d\d:\d\d)?) /;

/** BIND's category `queries`, in a file of its own or through syslog. */
export const bind: Format = {
  likeness: (sample) => shareOf(sample, ({ text }) => query.test(text)),
  makeParser: (context) => ({ read: (line) => readLine(line, context) }),
};

function readLine(line: string, context: ParseContext): Reading {
  const match = query.exec(line.length > 4_096 ? line.slice(0, 4_096) : line);
  // The same file may have lines of other categories.
  if (!match)
    return ownTime.test(line) || splitSyslog(line).program === "named" ? null : "The line is not one of BIND.";
  const time = ownTime.exec(line)?.[1] ?? splitSyslog(line).time;
  return { atMs: parseTime(time, context), vantage: "DNS", client: match[1], host: match[2] };
}
