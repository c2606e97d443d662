interface MarkProps {
  /** In pixels. Multiples of eight are sharpest. */
  size?: number;
  className?: string | undefined;
}

/** The logo: three links of a chain. app/icon.svg is the same drawing. */
export function Mark({ size = 24, className }: MarkProps) {
  return (
    <svg className={className} width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <g fill="none" stroke="var(--accent)" strokeWidth="2">
        <path d="M7 4V3a2 2 0 0 0-2-2H3a2 2 0 0 0-2 2v2a2 2 0 0 0 2 2h1" />
        <path d="M9 12v1a2 2 0 0 0 2 2h2a2 2 0 0 0 2-2v-2a2 2 0 0 0-2-2h-1" />
      </g>
      <rect x="5" y="5" width="6" height="6" rx="1.75" fill="var(--accent)" />
    </svg>
  );
}
