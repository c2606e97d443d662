import type { Flow } from "@/lib/shadow-ai/simulate/flow";

interface Head {
  flow: Flow;
  rest: Iterator<Flow>;
}

/** Merges streams, each in order of its flows' starts, into one in order. A binary heap holds the head of each. */
export function* mergeByStart(streams: readonly Iterable<Flow>[]): Generator<Flow> {
  const heap: Head[] = [];
  for (const stream of streams) {
    const rest = stream[Symbol.iterator]();
    const first = rest.next();
    if (first.done) continue;
    heap.push({ flow: first.value, rest });
  }
  for (let index = (heap.length >> 1) - 1; index >= 0; index--) sink(heap, index);
  for (let top = heap[0]; top !== undefined; top = heap[0]) {
    yield top.flow;
    const next = top.rest.next();
    if (next.done) {
      const last = heap.pop();
      if (heap.length === 0 || last === undefined) return;
      heap[0] = last;
    } else {
      top.flow = next.value;
    }
    sink(heap, 0);
  }
}

function sink(heap: Head[], from: number): void {
  const moved = heap[from];
  if (moved === undefined) return;
  let hole = from;
  for (;;) {
    const left = heap[2 * hole + 1];
    if (left === undefined) break;
    const right = heap[2 * hole + 2];
    const takesRight = right !== undefined && right.flow.startMs < left.flow.startMs;
    const child = takesRight ? right : left;
    if (moved.flow.startMs <= child.flow.startMs) break;
    heap[hole] = child;
    hole = 2 * hole + (takesRight ? 2 : 1);
  }
  heap[hole] = moved;
}
