/** E-mail is a person's own; the others are the team's. */
export const teamChannelKinds = ["webhook", "slack", "teams"] as const;
export type TeamChannelKind = (typeof teamChannelKinds)[number];
export type ChannelKind = "email" | TeamChannelKind;

/** When a channel is told: of each alert, or of all that changed since the last message. */
export const channelRhythms = ["immediately", "hourly", "daily"] as const;
export type ChannelRhythm = (typeof channelRhythms)[number];

/** What is told of an alert; `worse`: it became more severe. */
export const alertChanges = ["opened", "worse", "resolved"] as const;
export type AlertChange = (typeof alertChanges)[number];
