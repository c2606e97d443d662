import { bytesText, countText, durationText, moneyText, percentText } from "@/lib/platform/client/format";
import styles from "./values.module.css";

type MaybeNumber = number | null | undefined;

/** An amount in US dollars; a dash where nothing is known, which is not zero. */
export function Money({ usd }: { usd: MaybeNumber }) {
  return <span className={styles.figure}>{moneyText(usd)}</span>;
}

/** A number of things. */
export function Count({ value }: { value: MaybeNumber }) {
  return <span className={styles.figure}>{countText(value)}</span>;
}

/** A size, in powers of ten. */
export function Bytes({ value }: { value: MaybeNumber }) {
  return <span className={styles.figure}>{bytesText(value)}</span>;
}

/** How long something took, in its two largest units. */
export function Duration({ ms }: { ms: MaybeNumber }) {
  return <span className={styles.figure}>{durationText(ms)}</span>;
}

/** A share: 0.125 is 12.5%. */
export function Percent({ value }: { value: MaybeNumber }) {
  return <span className={styles.figure}>{percentText(value)}</span>;
}
