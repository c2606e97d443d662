import { Mark } from "@/components/ui/brand/mark";
import { productName } from "@/components/ui/brand/product-name";
import { Link } from "@/components/ui/page/link";
import styles from "./logo.module.css";

interface LogoProps {
  href: string;
  size?: "small" | "large";
  className?: string | undefined;
}

/** The logo and the product name, on two lines when small. */
export function Logo({ href, size = "small", className }: LogoProps) {
  return (
    <Link href={href} className={`${styles.logo} ${className ?? ""}`} data-size={size} aria-label={productName}>
      <Mark size={size === "small" ? 24 : 32} className={styles.mark} />
      <span className={styles.name}>
        Governance <span>Audit Service</span>
      </span>
    </Link>
  );
}
