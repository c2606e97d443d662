import { bytesText, countText, durationText, moneyText, percentText } from "@/lib/platform/client/format";
import styles from "./values.module.css";

type MaybeNumber = number | null | undefined;

/** An amount in US dollars; a dash if unknown. */
export function Money({ usd }: { usd: MaybeNumber }) {
  return <span className={styles.figure}>{moneyText(usd)}</span>;
}

export function Count({ value }: { value: MaybeNumber }) {
  return <span className={styles.figure}>{countText(value)}</span>;
}

/** A size in decimal units. */
export function Bytes({ value }: { value: MaybeNumber }) {
  return <span className={styles.figure}>{bytesText(value)}</span>;
}

/** A duration in its two largest units. */
export function Duration({ ms }: { ms: MaybeNumber }) {
  return <span className={styles.figure}>{durationText(ms)}</span>;
}

/** Shows 0.125 as 12.5%. */
export function Percent({ value }: { value: MaybeNumber }) {
  return <span className={styles.figure}>{percentText(value)}</span>;
}
