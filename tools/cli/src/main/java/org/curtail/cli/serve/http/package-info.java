/** A small HTTP server on Vert.x: routes, limits, checks against strangers, and the access log. */
@NullMarked
package org.curtail.cli.serve.http;

import org.jspecify.annotations.NullMarked;
