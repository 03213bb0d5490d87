import type { Metadata, Viewport } from "next";
import { NextIntlClientProvider } from "next-intl";
import { getLocale } from "next-intl/server";
import type { ReactNode } from "react";
import { readNonce } from "#lib/server/nonce.ts";
import { fontVariables } from "./fonts.ts";
import "./globals.css";
import { Providers } from "./providers.tsx";

export const metadata: Metadata = { title: { default: "Counterfoil", template: "%s – Counterfoil" }, icons: "/icon.svg" };
export const viewport: Viewport = { width: "device-width", initialScale: 1, colorScheme: "light dark" };

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [nonce, locale] = await Promise.all([readNonce(), getLocale()]);
  return (
    <html lang={locale} className={fontVariables} suppressHydrationWarning>
      <head>
        <meta property="csp-nonce" content={nonce} nonce={nonce} suppressHydrationWarning />
        {/* In the place of a style that React Aria would add while the page loads: the browser would match and lay out
            everything again. Its rule is in globals.css. */}
        <meta id="react-aria-pressable-style" />
        <script src="/theme.js" nonce={nonce} suppressHydrationWarning />
        <script src="/early-forms.js" nonce={nonce} async suppressHydrationWarning />
      </head>
      <body className="min-h-dvh antialiased">
        <NextIntlClientProvider>
          <Providers locale={locale}>{children}</Providers>
        </NextIntlClientProvider>
      </body>
    </html>
  );
}
