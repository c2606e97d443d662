import styles from "./start-page.module.css";

const links = [
  { href: "/docs", title: "Documentation", text: "Guides, and every operation of the API with examples." },
  {
    href: "/verify",
    title: "Verify a package",
    text: "Check an evidence package in your browser. No account, and nothing is uploaded.",
  },
  { href: "/v1/openapi.json", title: "OpenAPI document", text: "The contract in machine-readable form, version 3.1." },
  { href: "/api/health/ready", title: "Status", text: "Whether this instance can serve requests now." },
];

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

export default function StartPage() {
  return (
    <main className="page">
      <header>
        <p className={styles.mark} aria-hidden="true">
          <span className={styles.ring} />
          <span className={styles.ring} />
          <span className={styles.ring} />
        </p>
        <h1>Governance Audit Service</h1>
        <p className="lead">
          An append-only, hash-linked record of what your AI models did, who reviewed it, and when: ready for the day
          somebody asks.
        </p>
      </header>
      <nav aria-label="Where to go">
        <ul className={styles.links}>
          {links.map(({ href, title, text }) => (
            <li key={href}>
              <a href={href}>
                <strong>{title}</strong>
                <span>{text}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <section aria-labelledby="what-it-does">
        <h2 id="what-it-does">What it does</h2>
        <dl className={styles.promises}>
          {promises.map(({ title, text }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section aria-labelledby="first-call">
        <h2 id="first-call">A first call</h2>
        <pre>
          <code>{`curl -H "Authorization: Bearer $API_KEY" \\\n  "$BASE_URL/v1/audit?limit=5"`}</code>
        </pre>
      </section>
    </main>
  );
}
