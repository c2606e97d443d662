import { countText } from "@/lib/client/format";

/** How a figure stands to the one before it, in words that say by themselves which is which: "+12", "−3", "as before". */
export function changeText(now: number, before: number): string {
  if (now === before) return "as before";
  return now > before ? `+${countText(now - before)}` : `−${countText(before - now)}`;
}
