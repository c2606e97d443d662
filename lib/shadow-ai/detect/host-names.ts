/**
 * Words in host names that speak against a model, and how much. The first three rows are published; the others name what
 * streams and waits like a model does.
 */
const words: readonly (readonly [penalty: number, words: string])[] = [
  [0.5, "log logs logging telemetry ocsp crl ntp beacon beacons crash sentry"],
  [0.4, "metrics metric analytics stats cdn static assets fonts tile tiles pixel tracking ads"],
  [0.2, "auth login sso oauth oauth2 accounts identity"],
  [
    0.4,
    "backup backups sync drive update updates download downloads dl mirror mirrors packages repo registry pypi npm apt",
  ],
  [0.4, "meet meeting meetings voip sip turn stun rtc webrtc conf conference video media game games gaming"],
  [
    0.3,
    "push notify notification notifications dashboard dashboards grafana kibana status monitor monitoring ticker quotes",
  ],
  [0.3, "mail webmail smtp imap calendar ci build builds jenkins"],
];

const penalties = new Map(words.flatMap(([penalty, row]) => row.split(" ").map((word) => [word, penalty] as const)));

/** What the labels of a host but its last one speak against a model, 0 to 1: the worst word counts. */
export function namePenalty(host: string): number {
  let worst = 0;
  const end = host.lastIndexOf(".");
  for (const word of host.slice(0, Math.max(end, 0)).split(/[.-]/))
    worst = Math.max(worst, penalties.get(word) ?? penalties.get(word.replace(/\d+$/, "")) ?? 0);
  return worst;
}
