/** Comments on records: threads, mentions of users, and what becomes of comments when their record is deleted. */
package dev.hexadmin.application.comments;
