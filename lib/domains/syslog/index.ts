export { createCounters } from "@/lib/domains/syslog/counters";
export { forward } from "@/lib/domains/syslog/forward";
export { listen } from "@/lib/domains/syslog/listen";
export { Spool } from "@/lib/domains/syslog/spool";
