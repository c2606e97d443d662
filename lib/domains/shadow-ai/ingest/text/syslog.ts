/** The syslog header of a message: RFC 3164 with or without host, the same with an RFC 3339 time, RFC 5424. */
const header =
  /^(?:<\d{1,3}>)?(?:([A-Z][a-z]{2} [ \d]\d (?:\d{4} )?\d\d:\d\d:\d\d(?:\.\d{1,9})?)|(\d{4}-\d\d-\d\dT[\d:.+-]{8,30}Z?)) (?:[^\s[\]=:]+ )?([\w./-]{1,48})(?:\[\d+\])?: ?/;
/** The time before lines of containers, with the stream of the program, and before JSON in exports of CloudWatch Logs. */
const container = /^(\d{4}-\d\d-\d\dT[\d:.]{8,18}(?:Z|[+-]\d\d:\d\d)) (?:std(?:out|err) [FP] |(?=\{))/;
const structured = /^<\d{1,3}>1 (\S{1,40}) \S{1,255} (\S{1,48}) \S{1,128} \S{1,32} (?:-|\[[^\]]{0,4096}\]) ?\uFEFF?/;

export interface SyslogLine {
  /** The raw time; null if the line has no header. */
  time: string | null;
  program: string | null;
  message: string;
}

/** Removes the syslog header of a line, if any. */
export function splitSyslog(line: string): SyslogLine {
  const match = header.exec(line);
  if (match) {
    return { time: match[1] ?? match[2] ?? null, program: match[3] ?? null, message: line.slice(match[0].length) };
  }
  const newer = line.startsWith("<") ? structured.exec(line) : null;
  if (newer) return { time: newer[1] ?? null, program: newer[2] ?? null, message: line.slice(newer[0].length) };
  const stream = /^\d/.test(line) ? container.exec(line) : null;
  return { time: stream?.[1] ?? null, program: null, message: line.slice(stream?.[0].length ?? 0) };
}
