/**
 * A starter for Spring Boot 4: an engine and a hedge from properties, with health, metrics and
 * graceful shutdown.
 *
 * <ul>
 *   <li>{@link org.curtail.springboot.CurtailAutoConfiguration} makes the engine, the hedge, their
 *       meters and their health.
 *   <li>{@link org.curtail.springboot.CurtailTracingAutoConfiguration} makes the beans for
 *       OpenTelemetry.
 * </ul>
 *
 * <p><b>Inside.</b> {@code CurtailProperties} has all properties and their defaults. An {@code
 * EngineShutdown} closes the engine after the last request of the web server. {@code CurtailHealth}
 * is the health indicator. {@code CurtailMeters} binds all registries to all engines and hedges.
 */
@NullMarked
package org.curtail.springboot;

import org.jspecify.annotations.NullMarked;
