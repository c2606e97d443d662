/** What an event's payload says beside the states of the records that it seals. */
export function payloadWithoutSeals(content: string): Record<string, unknown> {
  const { sealedRecords: _, ...payload } = (JSON.parse(content) as { payload: Record<string, unknown> }).payload;
  return payload;
}
