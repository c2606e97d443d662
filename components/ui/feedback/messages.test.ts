import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "@/components/ui/api/api-error";
import { messages, notify } from "@/components/ui/feedback/messages";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  for (const { id } of messages.get()) messages.hide(id);
  vi.useRealTimers();
});

const texts = () => messages.get().map(({ about }) => ("text" in about ? about.text : "error"));
const refused = (message: string) => new ApiError({ status: 409, code: "conflict", message });

describe("a message", () => {
  it("goes after five seconds, and after ten where it can be undone", () => {
    notify.success("Saved.");
    notify.success("Dismissed.", { undo: async () => undefined });
    vi.advanceTimersByTime(5_000);
    expect(texts()).toEqual(["Dismissed."]);
    vi.advanceTimersByTime(5_000);
    expect(texts()).toEqual([]);
  });

  it("stays for as long as it is held, and has all of its time again afterwards", () => {
    notify.success("Dismissed.", { undo: async () => undefined });
    const id = messages.get()[0]?.id ?? "";
    vi.advanceTimersByTime(9_999);
    messages.hold(id);
    vi.advanceTimersByTime(60_000);
    expect(texts()).toEqual(["Dismissed."]);
    messages.release(id);
    vi.advanceTimersByTime(9_999);
    expect(texts()).toEqual(["Dismissed."]);
    vi.advanceTimersByTime(1);
    expect(texts()).toEqual([]);
  });

  it("of an error stays until it is closed, and the same one does not come twice", () => {
    notify.error(refused("Somebody else changed it."));
    notify.error(refused("Somebody else changed it."));
    notify.error(refused("It was closed."));
    vi.advanceTimersByTime(3_600_000);
    expect(texts()).toEqual(["error", "error"]);
  });

  it("gives way where there are too many; errors last", () => {
    notify.error(refused("a"));
    for (const text of ["1", "2", "3", "4"]) notify.success(text);
    expect(texts()).toEqual(["error", "2", "3", "4"]);
  });
});

describe("undo", () => {
  it("takes the message away, calls once, and says how it went", async () => {
    const undo = vi.fn(async () => undefined);
    notify.success("Dismissed.", { undo });
    const about = messages.get()[0]?.about;
    if (about && "undo" in about) about.undo?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(undo).toHaveBeenCalledTimes(1);
    expect(texts()).toEqual(["Undone."]);
  });

  it("that is refused is an error", async () => {
    notify.success("Dismissed.", { undo: () => Promise.reject(refused("Too late.")) });
    const about = messages.get()[0]?.about;
    if (about && "undo" in about) about.undo?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(texts()).toEqual(["error"]);
  });
});
