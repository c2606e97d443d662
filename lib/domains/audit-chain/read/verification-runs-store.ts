import { newestFirst, type Reader, type Slice } from "@/lib/platform/resource/list-page";

/** An organisation's verifications, newest first. */
export function verificationsOf(organisationId: string) {
  const where = { organisationId };
  return {
    rows: async (slice: Slice, reader: Reader) =>
      (await reader.chainVerification.findMany(newestFirst(slice, where))).map(
        ({ fromPosition, toPosition, eventsVerified, ...run }) => ({
          ...run,
          from: fromPosition === null ? null : Number(fromPosition),
          to: toPosition === null ? null : Number(toPosition),
          eventsVerified: Number(eventsVerified),
        }),
      ),
    count: (reader: Reader) => reader.chainVerification.count({ where }),
  };
}
