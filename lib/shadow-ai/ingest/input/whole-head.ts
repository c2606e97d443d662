/**
 * The same bytes, of which the first chunk has at least `headBytes` unless there are no more. What came before an error is
 * given out before it. No chunk is empty.
 */
export async function* wholeHead(
  bytes: AsyncIterable<Uint8Array>,
  headBytes: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let head: Uint8Array | null = new Uint8Array(0);
  try {
    for await (const chunk of bytes) {
      if (chunk.length === 0) continue;
      if (!head) {
        yield chunk;
        continue;
      }
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
      if (head.length < headBytes) continue;
      const whole = head;
      head = null;
      yield whole;
    }
  } catch (error) {
    if (head && head.length > 0) yield head;
    throw error;
  }
  if (head && head.length > 0) yield head;
}
