import styles from "./promises.module.css";

const promises = [
  {
    title: "A chain that shows tampering",
    text: "Each event carries the hash of the one before it. Change, remove or reorder one, and verification says where.",
  },
  {
    title: "Checkable by anyone",
    text: "Events hold everything needed to recompute their hashes. Nobody has to take the service's word for it.",
  },
  {
    title: "One record for every model",
    text: "Inferences, training, deployments, human reviews and alerts, from any language that speaks HTTP.",
  },
];

/** What the service is for, in one sentence. */
export const mission =
  "An append-only, hash-linked record of what your AI models did, who reviewed it, and when: ready for the day somebody asks.";

/** What the service promises, for people who see it for the first time. */
export function Promises() {
  return (
    <dl className={styles.promises}>
      {promises.map(({ title, text }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
