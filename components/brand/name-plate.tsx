import { Link } from "@/components/app/link";
import { Mark } from "@/components/brand/mark";
import { productName } from "@/components/brand/product-name";
import styles from "./name-plate.module.css";

interface NamePlateProps {
  href: string;
  size?: "small" | "large";
  className?: string | undefined;
}

/** The mark and the name of the product, on two lines where both have to be small. */
export function NamePlate({ href, size = "small", className }: NamePlateProps) {
  return (
    <Link href={href} className={`${styles.plate} ${className ?? ""}`} data-size={size} aria-label={productName}>
      <Mark size={size === "small" ? 24 : 32} className={styles.mark} />
      <span className={styles.name}>
        Governance <span>Audit Service</span>
      </span>
    </Link>
  );
}
