import { findSourceStates } from "@/lib/shadow-ai/overview/store";

const silentAfterMs = 24 * 3_600_000;
const sourcesMax = 8;

/** Whether logs still come in. */
export interface SensorStates {
  /** Those that have been silent for longest first. */
  sources: {
    id: string;
    name: string;
    lastRecordAt: string | null;
    lagSeconds: number | null;
    errorRate: number;
    silent: boolean;
  }[];
  /** How many are, of all there are. */
  silent: number;
  total: number;
}

/** Silent is a source without a record of the last 24 hours; a new one is given as long for its first. */
export async function readSensors(organisationId: string, nowMs: number): Promise<SensorStates> {
  const silentSince = new Date(nowMs - silentAfterMs);
  const { sources, ...figures } = await findSourceStates(organisationId, silentSince, sourcesMax);
  const shown = sources.map(({ id, name, lastRecordAt, records, rejected, isSilent: silent }) => ({
    ...{ id, name, silent },
    lastRecordAt: lastRecordAt?.toISOString() ?? null,
    lagSeconds: lastRecordAt ? Math.max(0, Math.floor((nowMs - lastRecordAt.getTime()) / 1_000)) : null,
    errorRate: rejected === 0 ? 0 : rejected / (records + rejected),
  }));
  return { sources: shown, ...figures };
}
