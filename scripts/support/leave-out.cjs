// For Next's bundler: a module that pages never need, with nothing in it.
module.exports = () => "export default undefined;";
