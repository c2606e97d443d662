import { isTime } from "@/lib/platform/client/period";
import { urlValue } from "./url-values";

/** A time in the URL: an ISO time, a date, or a time before now such as `-7d`. */
export const urlTime = urlValue((text: string) => (isTime(text) ? text : null));
