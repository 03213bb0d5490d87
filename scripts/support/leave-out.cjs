// An empty module with which Next's bundler replaces modules that pages never need.
module.exports = () => "export default undefined;";
