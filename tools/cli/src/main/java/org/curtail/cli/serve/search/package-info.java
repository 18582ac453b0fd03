/**
 * Searches of a server: the index, the engine in force, requests and answers. They know nothing of
 * HTTP.
 */
@NullMarked
package org.curtail.cli.serve.search;

import org.jspecify.annotations.NullMarked;
