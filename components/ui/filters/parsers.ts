import { createParser } from "nuqs/server";
import { isTime } from "@/lib/platform/client/period";

/** A point in time in the URL: ISO, a date, or time before now such as `-7d`. */
export const parseAsTime = createParser({
  parse: (text) => (isTime(text) ? text : null),
  serialize: (time: string) => time,
});
