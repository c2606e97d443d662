import styles from "./key-features.module.css";

const features = [
  {
    title: "Tamper-evident audit chain",
    text: "Each event includes the hash of the previous one. If an event is changed, removed or reordered, verification shows where.",
  },
  {
    title: "Independently verifiable",
    text: "Events contain everything needed to recompute their hashes, so auditors don't have to trust the service.",
  },
  {
    title: "One audit trail for every model",
    text: "Record inferences, training, deployments, human reviews and alerts from any language over HTTP.",
  },
];

export const tagline = "An append-only, hash-linked record of what your AI models did, who reviewed it and when.";

/** The product's key features, for the sign-in page. */
export function KeyFeatures() {
  return (
    <dl className={styles.features}>
      {features.map(({ title, text }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
