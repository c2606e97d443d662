import type { Metadata } from "next";

export const metadata: Metadata = { title: "Page not found" };

export default function NotFound() {
  return (
    <main className="page">
      <h1>Page not found</h1>
      <p className="lead">
        Nothing is kept at this address. The API begins at <code>/v1</code>.
      </p>
      <p>
        <a href="/">Go to the start page</a>
      </p>
    </main>
  );
}
