import type { LanguageTag } from "#lib/core/languages.ts";
import type account from "../messages/en/account.json";
import type alerts from "../messages/en/alerts.json";
import type audit from "../messages/en/audit.json";
import type auth from "../messages/en/auth.json";
import type bundle from "../messages/en/bundle.json";
import type calls from "../messages/en/calls.json";
import type common from "../messages/en/common.json";
import type connection from "../messages/en/connection.json";
import type endpoints from "../messages/en/endpoints.json";
import type errors from "../messages/en/errors.json";
import type filters from "../messages/en/filters.json";
import type find from "../messages/en/find.json";
import type frame from "../messages/en/frame.json";
import type live from "../messages/en/live.json";
import type lookups from "../messages/en/lookups.json";
import type mirror from "../messages/en/mirror.json";
import type notes from "../messages/en/notes.json";
import type notifications from "../messages/en/notifications.json";
import type overview from "../messages/en/overview.json";
import type palette from "../messages/en/palette.json";
import type payments from "../messages/en/payments.json";
import type peek from "../messages/en/peek.json";
import type profile from "../messages/en/profile.json";
import type retention from "../messages/en/retention.json";
import type returning from "../messages/en/returning.json";
import type scenarios from "../messages/en/scenarios.json";
import type share from "../messages/en/share.json";
import type shortcuts from "../messages/en/shortcuts.json";
import type staff from "../messages/en/staff.json";
import type table from "../messages/en/table.json";
import type titles from "../messages/en/titles.json";
import type tour from "../messages/en/tour.json";
import type transactions from "../messages/en/transactions.json";
import type views from "../messages/en/views.json";

type Messages = {
  account: typeof account;
  alerts: typeof alerts;
  audit: typeof audit;
  auth: typeof auth;
  bundle: typeof bundle;
  calls: typeof calls;
  common: typeof common;
  connection: typeof connection;
  endpoints: typeof endpoints;
  errors: typeof errors;
  filters: typeof filters;
  find: typeof find;
  frame: typeof frame;
  live: typeof live;
  lookups: typeof lookups;
  mirror: typeof mirror;
  notes: typeof notes;
  notifications: typeof notifications;
  overview: typeof overview;
  palette: typeof palette;
  payments: typeof payments;
  peek: typeof peek;
  profile: typeof profile;
  retention: typeof retention;
  returning: typeof returning;
  scenarios: typeof scenarios;
  share: typeof share;
  shortcuts: typeof shortcuts;
  staff: typeof staff;
  table: typeof table;
  titles: typeof titles;
  tour: typeof tour;
  transactions: typeof transactions;
  views: typeof views;
};

declare module "next-intl" {
  interface AppConfig {
    Locale: LanguageTag;
    Messages: Messages;
  }
}
