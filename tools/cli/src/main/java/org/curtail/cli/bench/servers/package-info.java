/**
 * {@code curtail bench redis} and {@code curtail bench servers}: hedged calls to servers in
 * processes of their own, which the command starts. {@code RealServers} measures and serves; {@code
 * RedisServers} and {@code SearchServers} start the two kinds, and {@code RedisOptions} and {@code
 * SearchServerOptions} are their options.
 */
@NullMarked
package org.curtail.cli.bench.servers;

import org.jspecify.annotations.NullMarked;
