declare const brand: unique symbol;

/** A string that the compiler does not accept as another kind of id. */
type Brand<Name extends string> = string & {readonly [brand]: Name};

export type SessionId = Brand<'SessionId'>;
export type TurnId = Brand<'TurnId'>;
export type MessageId = Brand<'MessageId'>;
export type ReplyId = Brand<'ReplyId'>;
export type CallId = Brand<'CallId'>;
export type AskId = Brand<'AskId'>;
export type GrantId = Brand<'GrantId'>;
export type TerminalId = Brand<'TerminalId'>;
export type HostId = Brand<'HostId'>;
export type QuestionId = Brand<'QuestionId'>;

export const localHost = 'local' as HostId;
