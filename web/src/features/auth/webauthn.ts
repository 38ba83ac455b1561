/* The parts of the WebAuthn library that the app uses, as a chunk of their own that loads when a passkey is made or used. */
export { startAuthentication, startRegistration } from '@simplewebauthn/browser';
