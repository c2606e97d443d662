import { createParser } from "nuqs/server";
import { isTime } from "@/lib/platform/client/period";

/** A time in the URL: an ISO time, a date, or a time before now such as `-7d`. */
export const parseAsTime = createParser({
  parse: (text) => (isTime(text) ? text : null),
  serialize: (time: string) => time,
});
