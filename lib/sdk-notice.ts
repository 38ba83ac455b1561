/*
 * Silences the notice of the AWS SDK about Node 20, eight lines at the first client of each process. docs/operations.md says how
 * long Node 20 works. Imported by what runs on the machines of developers and operators; it says nothing on Node 22 or newer.
 */
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
