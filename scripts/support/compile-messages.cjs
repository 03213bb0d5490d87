// Texts that pages import, compiled for the browser; lib/server/intl-request.ts compiles those of each page.
const { compileMessages } = require("../../lib/core/compile-messages.ts");
module.exports = (text) => `export default ${JSON.stringify(compileMessages(JSON.parse(text)))};`;
