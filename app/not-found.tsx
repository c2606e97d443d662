import type { Metadata } from "next";
import { Mark } from "@/components/ui/brand/mark";
import { productName } from "@/components/ui/brand/product-name";

export const metadata: Metadata = { title: `Page not found · ${productName}` };

export default function NotFound() {
  return (
    <main className="page">
      <Mark size={40} />
      <h1>Page not found</h1>
      <p className="quiet">This page doesn't exist. Check the address, or go back.</p>
      <p>
        <a href="/">Go to the overview</a>
      </p>
    </main>
  );
}
