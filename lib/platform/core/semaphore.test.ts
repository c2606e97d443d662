import { expect, it } from "vitest";
import { Semaphore } from "@/lib/platform/core/semaphore";

/** Work that lasts until `end` is called. */
function work() {
  let end: () => void = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { ended, end };
}

it("runs as much work as there are slots, and starts waiting work when slots become free", async () => {
  const semaphore = new Semaphore(2, 2);
  const begun: number[] = [];
  const given = [work(), work(), work(), work()];
  const done = given.map(({ ended }, n) =>
    semaphore.within(async () => {
      begun.push(n);
      await ended;
      return n;
    }),
  );
  expect(begun).toEqual([0, 1]);
  given[1]?.end();
  await expect(done[1]).resolves.toEqual({ result: 1 });
  await expect.poll(() => begun).toEqual([0, 1, 2]);
  given[2]?.end();
  await expect.poll(() => begun).toEqual([0, 1, 2, 3]);
  for (const { end } of given) end();
  await expect(Promise.all(done)).resolves.toEqual([0, 1, 2, 3].map((result) => ({ result })));
});

it("rejects immediately if too many callers wait", async () => {
  const semaphore = new Semaphore(1, 1);
  const { ended, end } = work();
  const first = semaphore.within(() => ended);
  const second = semaphore.within(async () => "waited");
  await expect(semaphore.within(async () => "too many")).resolves.toBeUndefined();
  end();
  await first;
  await expect(second).resolves.toEqual({ result: "waited" });
  await expect(semaphore.within(async () => "free again")).resolves.toEqual({ result: "free again" });
});

it("work that throws frees its slot, and its error reaches the caller", async () => {
  const semaphore = new Semaphore(1, 1);
  const failing = semaphore.within(() => Promise.reject(new Error("no")));
  const next = semaphore.within(async () => "next");
  await expect(failing).rejects.toThrow("no");
  await expect(next).resolves.toEqual({ result: "next" });
  await expect(new Semaphore(1, 0).within(async () => undefined)).resolves.toEqual({ result: undefined });
});
