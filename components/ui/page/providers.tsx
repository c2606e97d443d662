"use client";

import { type Activity, Live } from "@/components/ui/api/live";
import { PublicProviders, type PublicProvidersProps } from "@/components/ui/page/public-providers";
import { type Session, SessionProvider } from "@/components/ui/page/session";

interface ProvidersProps extends PublicProvidersProps {
  session: Session;
  /** The activity before the page was read. */
  activity: Activity | undefined;
}

export function Providers({ session, activity, children, ...rest }: ProvidersProps) {
  return (
    <PublicProviders {...rest}>
      <SessionProvider session={session}>
        <Live since={activity} />
        {children}
      </SessionProvider>
    </PublicProviders>
  );
}
