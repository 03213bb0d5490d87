import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import { readNonce } from "#lib/server/nonce.ts";
import "./globals.css";
import { Providers } from "./providers.tsx";

export const metadata: Metadata = { title: { default: "Counterfoil", template: "%s – Counterfoil" }, icons: "/icon.svg" };
export const viewport: Viewport = { width: "device-width", initialScale: 1, colorScheme: "light dark" };

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = await readNonce();
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta property="csp-nonce" content={nonce} nonce={nonce} suppressHydrationWarning />
        <script src="/theme.js" nonce={nonce} suppressHydrationWarning />
      </head>
      <body className="min-h-dvh antialiased">
        <Providers>{children}</Providers>
      </body>
    </html>
  );
}
