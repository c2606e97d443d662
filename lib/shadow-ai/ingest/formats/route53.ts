import type { Format } from "@/lib/shadow-ai/ingest/formats/format";
import { shareOf } from "@/lib/shadow-ai/ingest/sample";
import type { ParseContext, Reading } from "@/lib/shadow-ai/ingest/sighting";
import { listOf, objectOf, parseObject, textOf } from "@/lib/shadow-ai/ingest/text/json";
import { parseTime } from "@/lib/shadow-ai/ingest/text/timestamps";

/** Query logs of Route 53 Resolver: https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/resolver-query-logs-format.html */
export const route53: Format = {
  likeness: (sample) =>
    shareOf(sample, ({ json }) => json !== null && "query_timestamp" in json && "query_name" in json),
  makeParser: (context) => ({ read: (line) => readLine(line, context) }),
};

function readLine(line: string, context: ParseContext): Reading {
  const object = parseObject(line);
  if (!object) return "The line is not an object of JSON.";
  const answers = listOf(object.answers).flatMap((answer) => {
    const { Rdata, Type } = objectOf(answer) ?? {};
    return (Type === "A" || Type === "AAAA") && typeof Rdata === "string" ? [Rdata] : [];
  });
  return {
    atMs: parseTime(textOf(object.query_timestamp), context),
    vantage: "DNS",
    client: textOf(object.srcaddr),
    host: textOf(object.query_name),
    transport: textOf(object.transport),
    // Of Route 53 Resolver DNS Firewall; without it there is no such member.
    action: object.firewall_rule_action === "BLOCK" ? "BLOCKED" : "UNKNOWN",
    answers,
  };
}
