import { describe, expect, it } from "vitest";
import {
  bytesText,
  countedText,
  countText,
  durationText,
  labelOf,
  moneyText,
  percentText,
  relativeText,
  shortCountText,
  shortHash,
  timeText,
  utcText,
} from "@/lib/platform/client/format";

const dash = "–";

describe("numbers", () => {
  it.each([
    [countText(184_302), "184,302"],
    [countText(0), "0"],
    [countText(null), dash],
    [countText(Number.NaN), dash],
    [countedText(1, "event"), "1 event"],
    [countedText(0, "event"), "0 events"],
    [countedText(2_000, "batch", "batches"), "2,000 batches"],
    [shortCountText(184_302), "184.3k"],
    [moneyText(0), "$0.00"],
    [moneyText(4.5), "$4.50"],
    [moneyText(0.004), "< $0.01"],
    [moneyText(9.99), "$9.99"],
    [moneyText(9.996), "$10"],
    [moneyText(199.48), "$199"],
    [moneyText(4_120.5), "$4,121"],
    [moneyText(null), dash],
    [percentText(0.125), "12.5%"],
    [bytesText(1), "1 byte"],
    [bytesText(999), "999 bytes"],
    [bytesText(1_400_000), "1.4 MB"],
    [bytesText(999_950), "1.0 MB"],
    [durationText(340), "340 ms"],
    [durationText(2_400), "2.4 s"],
    [durationText(9_960), "10 s"],
    [durationText(200_000), "3 min 20 s"],
    [durationText(3_600_000), "1 h"],
    [durationText(93_600_000), "1 day 2 h"],
    [durationText(187_200_000), "2 days 4 h"],
    [durationText(null), dash],
  ])("are formatted as %s", (text, expected) => {
    expect(text).toBe(expected);
  });
});

describe("times", () => {
  const at = "2026-01-15T10:00:18.412Z";
  const later = (ms: number) => Date.parse(at) + ms;

  it.each([
    [timeText(at, "short", "UTC"), "15 Jan 2026, 10:00"],
    [timeText(at, "full", "Asia/Tokyo"), "15 Jan 2026, 19:00:18 GMT+9"],
    [timeText("no time", "day"), "no time"],
    [utcText(at), "2026-01-15 10:00:18.412 UTC"],
    [relativeText(at, later(20_000)), "just now"],
    [relativeText(at, later(-20_000)), "now"],
    [relativeText(at, later(5 * 60_000 + 59_000)), "5 min ago"],
    [relativeText(at, later(11 * 3_600_000)), "11 h ago"],
    [relativeText(at, later(-3 * 86_400_000)), "in 3 days"],
    [relativeText(at, later(40 * 86_400_000)), "1 month ago"],
    [relativeText("no time", 0), "no time"],
  ])("are formatted as %s", (text, expected) => {
    expect(text).toBe(expected);
  });
});

describe("names", () => {
  it("shortens long hashes in the middle", () => {
    expect(shortHash(`sha256:${"a".repeat(58)}bcdef0`)).toBe("sha256:aaaaaaaa…bcdef0");
    expect(shortHash("abc")).toBe("abc");
  });

  it.each([
    ["AWAITING_APPROVAL", "Awaiting approval"],
    ["SHADOW_AI_DETECTED", "Shadow AI detected"],
    ["GITHUB", "GitHub"],
    ["CONFIG_CHANGE", "Configuration change"],
    ["PLAN_DEPENDENT", "Depends on plan"],
    ["api-key", "API key"],
    ["constructor", "Constructor"],
  ])("labels %s", (name, label) => {
    expect(labelOf(name)).toBe(label);
  });
});
