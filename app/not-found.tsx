import type { Metadata } from "next";
import { Mark } from "@/components/ui/brand/mark";
import { productName } from "@/components/ui/brand/product-name";

export const metadata: Metadata = { title: `Page not found · ${productName}` };

export default function NotFound() {
  return (
    <main className="page">
      <Mark size={40} />
      <h1>Page not found</h1>
      <p className="lead">
        This page doesn't exist. The API is available at <code>/v1</code>.
      </p>
      <p>
        <a href="/">Go to the overview</a>
      </p>
    </main>
  );
}
